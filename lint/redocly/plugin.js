import { addInfoSections } from "./add-info-sections.js";
import { addReturnCodes } from "./add-return-codes.js";
import { assumptionHasCheck } from "./assumption-has-check.js";
import { fileIsUsed } from "./file-is-used.js";
import { nameInOneContract } from "./name-in-one-contract.js";

export default () => ({
  id: "centavo",
  rules: {
    oas3: {
      "assumption-has-check": assumptionHasCheck,
      "file-is-used": fileIsUsed,
      "name-in-one-contract": nameInOneContract,
    },
  },
  decorators: {
    oas3: { "add-info-sections": addInfoSections, "add-return-codes": addReturnCodes },
  },
});
