import { createCentavo } from "centavo";
import { startSandbox } from "centavo/sandbox";

const sandbox = await startSandbox();
const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
const { data: payments } = await centavo.payments.list();
await sandbox.control.clock.advance({ days: 1 });
await sandbox.close();

console.log(payments.length);
