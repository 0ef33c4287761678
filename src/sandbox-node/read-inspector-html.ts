/** Bundles the page of the inspector from its sources. In the package, it is read from a file instead. */
export async function readInspectorHtml(): Promise<string> {
  // Not a literal, so that the compiler leaves the script out of the package.
  const script = new URL("../../scripts/bundle-inspector.ts", import.meta.url).href;
  const { bundleInspector } = await import(script);
  return (await bundleInspector()).html;
}
