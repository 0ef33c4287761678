import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { PRINTED, Project, TSC, TYPE_ENVIRONMENTS } from "./consumer-project.ts";
import { startServiceForFile } from "./installed-package.ts";
import { pack } from "./pack.ts";

const tarball = await pack();
const service = await startServiceForFile();

/** A project with the tarball and one of the programs in it, which will call the service. */
async function projectWith(program: string, ...packages: string[]): Promise<Project> {
  const project = await Project.create(tarball, ...packages);
  project.addProgram(program, service.baseUrl);
  return project;
}

describe.each(TYPE_ENVIRONMENTS)("a TypeScript project with $platform", ({ packages, options }) => {
  test("compiles, is bundled and runs, by both ways to resolve modules", async () => {
    using project = await projectWith("client.ts", ...packages);
    project.configure({ ...options, module: "preserve", moduleResolution: "bundler" });
    await project.run(process.execPath, TSC);
    await build({
      ...{ entryPoints: [project.path("client.ts")], outfile: project.path("bundle.mjs") },
      ...{ bundle: true, format: "esm", logLevel: "silent" },
    });
    expect(JSON.parse(await project.run(process.execPath, "bundle.mjs"))).toEqual(PRINTED);

    project.addProgram("sandbox.ts", "");
    // A CommonJS module of such a project may import the client too.
    project.write("common.cts", 'import { createCentavo } from "centavo";\nvoid createCentavo;\n');
    project.configure({ ...options, module: "nodenext", resolveJsonModule: true });
    await project.run(process.execPath, TSC);
    expect(JSON.parse(await project.run(process.execPath, "client.ts"))).toEqual(PRINTED);
    expect(JSON.parse(await project.run(process.execPath, "sandbox.ts"))).toEqual({
      status: "PAID",
      now: "2026-03-03T12:00:00.000Z",
      unknown: true,
      backwards: 400,
      inUse: "port",
      unopened: "db",
      ended: true,
    });
  });
});

test("on an edge runtime, which has the web platform and nothing of Node's", async () => {
  using project = await projectWith("client.ts");
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createCentavo } from "centavo";
        import { createPostbackReceiver } from "centavo/postbacks";
        export const read = (options, id) => createCentavo(options).payments.get(id);
        export const receiver = createPostbackReceiver;`,
      resolveDir: project.folder,
    },
    bundle: true,
    format: "iife",
    globalName: "program",
    platform: "neutral",
    write: false,
  });
  const edge = createContext({
    ...{ AbortController, clearTimeout, crypto, fetch, FormData, Headers, Request, Response },
    ...{ setTimeout, TextDecoder, TextEncoder, Uint8Array, URL, URLSearchParams },
  });

  const { read, receiver } = runInContext(`${outputFiles[0]?.text}; program`, edge);
  const keys = { baseUrl: service.baseUrl, publicKey: "pk_test", privateKey: "sk_test" };
  const { data } = await read(keys, "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d");

  expect(data).toMatchObject({ amount: PRINTED.amount });

  const url = "https://shop.example/postbacks";
  const postbacks = receiver({ url, secret: "0".repeat(32), onError() {} });
  const postbackUrl = await postbacks.urlFor("1042");
  const post = async (to: string) =>
    (await postbacks.fetch(new Request(to, { method: "POST", body: "{}" }))).status;
  expect([await post(postbackUrl), await post(`${url}/1042/0`)]).toEqual([400, 401]);
});
