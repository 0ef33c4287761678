import { expectOwnCompany } from "./expect-own-company.ts";

expectOwnCompany();
