import { addInfoSections } from "./add-info-sections.js";
import { addReturnCodes } from "./add-return-codes.js";
import { fileIsUsed } from "./file-is-used.js";

export default () => ({
  id: "centavo",
  rules: { oas3: { "file-is-used": fileIsUsed } },
  decorators: {
    oas3: { "add-info-sections": addInfoSections, "add-return-codes": addReturnCodes },
  },
});
