import { program } from "./every-platform.mjs";

console.log(JSON.stringify(await program()));
