import { program } from "./everywhere.mjs";

console.log(JSON.stringify(await program()));
