/**
 * Stands in for zod in the browser, by an alias of the build. Of the contract's endpoints a client needs only
 * method, path and encoding, and the types, which cost nothing; zod itself would be 23 KB of compressed JavaScript
 * on the first screen. Whoever asks a schema to do something finds out at once.
 */
const working = new Set([
  'parse',
  'safeParse',
  'parseAsync',
  'safeParseAsync',
  'options',
  'shape',
  'toJSONSchema',
]);

export const z: object = new Proxy(() => {}, {
  get(_, name) {
    if (typeof name === 'string' && working.has(name)) {
      throw new Error(`Schemas are left out of the browser's code, so there is no .${name} here.`);
    }
    return z;
  },
  apply: () => z,
});
