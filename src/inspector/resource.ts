import type { FunctionComponent } from "preact";
import type { ResourceType } from "../contract/resource-types.ts";
import type { Api, Clients } from "./api.ts";
import type { Cells } from "./components/columns.tsx";

/** An operation of one of the two interfaces. */
export interface Operation {
  api: Api;
  id: string;
}

/** A type of resource, as the contract lists, shows and changes it, and what only this type has. */
export interface Resource<Data> {
  type: ResourceType;
  /** Its parameters are the filters. */
  list: Operation;
  create?: (Operation & { example?: string })[];
  /** The operation that reads one. Without it, one is found in the list. */
  get?: Operation;
  /** Reads one where no single operation does. */
  read?: (clients: Clients, id: string) => Promise<object>;
  /** The operation of the control API that returns what the service does not say. */
  details?: string;
  /** The operations that change one. */
  actions?: Operation[];
  /** The status schema, whose transitions are what can become of one. */
  statuses?: string;
  /** Why the sandbox would refuse an operation now, by its id, in the service's own words. */
  refusals?: Record<string, (data: Data) => string | undefined>;
  hasPostbacks?: true;
  /** The columns of the list. By default, the id and what the contract's `x-summary` names. */
  columns?: string[];
  /** Cells that the contract does not describe. */
  cells?: Cells<Data>;
  /** The values of a filter, by its name, where the contract has none. */
  choices?: Record<string, readonly string[]>;
  /** Above the list. */
  Above?: FunctionComponent;
  /** Below what can become of one. */
  Extra?: FunctionComponent<{ data: Data }>;
  /** In the place of the timeline. */
  Aside?: FunctionComponent<{ data: Data }>;
  /** The fields that the screen shows elsewhere, or not at all. */
  elsewhere?: string[];
}
