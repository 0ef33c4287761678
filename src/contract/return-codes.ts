import { errorResponses, mediaTypes, operations } from "./operations.ts";
import type { Place } from "./place.ts";

export type ReturnCode = {
  code: number;
  name: string;
  meaning: string;
  message: string;
  /** The one operation that is described as answering it, where one is. */
  statedFor: string | undefined;
  /** The others that are assumed to; known in the bundled contract only. */
  assumedFor: string[];
  place: Place;
};

/** The return codes that the contract knows: the constants of the schema `ReturnCode`. */
export function returnCodes(contract: Place): ReturnCode[] {
  return contract
    .at("components", "schemas", "ReturnCode", "anyOf")
    .members()
    .filter((place) => place.at("const").exists)
    .map((place) => ({ place, statedFor: place.at("x-stated-for").value as string | undefined }))
    .map(({ place, statedFor }) => ({
      code: Number(place.at("const").value),
      name: String(place.at("title").value),
      meaning: String(place.at("description").value),
      message: String(place.at("x-message").value),
      statedFor,
      assumedFor: place
        .at("x-operations")
        .members()
        .map(({ value }) => String(value))
        .filter((id) => id !== statedFor),
      place,
    }));
}

export type ErrorExample = { operationId: string; name: string; data: Place };

/** The named examples of every error response, operation by operation. */
export function errorExamples(contract: Place): ErrorExample[] {
  return operations(contract).flatMap((operation) =>
    errorResponses(operation)
      .flatMap(({ place }) => mediaTypes(place))
      .flatMap((mediaType) => mediaType.at("examples").members())
      .map((example) => ({
        operationId: operation.id,
        name: example.key,
        data: example.at("value", "data"),
      })),
  );
}
