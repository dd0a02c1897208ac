/**
 * Replaces zod in the browser, through an alias of the build. A client needs only the method, path and encoding of an
 * endpoint. Zod would add 23 KB of compressed JavaScript to the first screen. A call that needs a real schema throws.
 */
const needsRealSchema = new Set([
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
    if (typeof name === 'string' && needsRealSchema.has(name)) {
      throw new Error(`Schemas are left out of the browser’s code, so there is no .${name} here.`);
    }
    return z;
  },
  apply: () => z,
});
