import { assumptionIds } from "../../src/contract/assumptions.ts";
import { workflowsByOperation } from "../workflows/read-workflows.ts";
import { mockAt, sandboxAt } from "./from-contract/code-samples.ts";
import type { Contracts } from "./from-contract/contract-tables.ts";
import { conventionsPage } from "./from-contract/conventions-page.ts";
import { operationPages } from "./from-contract/operation-pages.ts";
import { tagPages } from "./from-contract/tag-pages.ts";
import { CONTROL_GUIDES, OPERATION_GUIDES } from "./navigation.ts";
import type { SitePage } from "./site-source.ts";

/** The URLs of running servers. Without them, the pages name the default ones. */
export type Servers = { mock: string; sandbox: string };

/** The English pages that no person writes. */
export function generatedPages({ service, control }: Contracts, servers?: Servers): SitePage[] {
  const common = {
    assumptions: assumptionIds(service),
    workflows: workflowsByOperation(),
  };
  return [
    conventionsPage(service, "operations"),
    ...operationPages({
      ...{ ...common, contract: service, folder: "operations", reference: "reference.html" },
      ...{ server: mockAt(servers?.mock), guides: OPERATION_GUIDES },
    }),
    ...tagPages(
      operationPages({
        ...{ ...common, contract: control, folder: "controls", reference: "control.html" },
        ...{ server: sandboxAt(servers?.sandbox), guides: CONTROL_GUIDES },
      }),
      control,
    ),
  ];
}
