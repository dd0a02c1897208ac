import path from 'node:path';
import { parseAst, type Plugin } from 'vite';

/** The fields of an endpoint that only the server and the tests read. */
const servers = new Set(['params', 'query', 'response', 'summary', 'limit']);

/** For `resolve.alias`: replaces what the bundler cannot remove. */
export const withoutZod = {
  zod: path.join(import.meta.dirname, '../src/lib/api/without-schemas.ts'),
};

interface Node {
  type: string;
  start: number;
  end: number;
}
type Edit = [start: number, end: number, text: string];

/**
 * Removes the contract's schemas from the bundle. Endpoints lose the fields with schemas. Other constants with a call as
 * their value are marked as pure, so the bundler drops unused ones. It runs in builds only and changes no behaviour.
 */
export function bareContract(): Plugin {
  const folder = path.join(import.meta.dirname, '../../contract/src/');
  return {
    name: 'roost:bare-contract',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(folder)) return null;
      const { body } = parseAst(code, { lang: 'ts' }) as unknown as { body: Node[] };
      const edits = body.flatMap((statement) => declared(statement).flatMap(editsFor));
      return { code: applied(code, edits), map: null };
    },
  };
}

/** The calls that make the values of a statement's constants. */
function declared(statement: Node): Call[] {
  const inner = (statement as { declaration?: Node | null }).declaration ?? statement;
  if (inner.type !== 'VariableDeclaration') return [];
  return (inner as Node & { declarations: { init: Node | null }[] }).declarations.flatMap(
    ({ init }) => (init?.type === 'CallExpression' ? [init as Call] : []),
  );
}

type Call = Node & { callee: Node & { name?: string }; arguments: Node[] };
type Property = Node & { key?: { name?: string }; value?: Node };

function editsFor(call: Call): Edit[] {
  const [first] = call.arguments;
  if (call.callee.name !== 'endpoint' || first?.type !== 'ObjectExpression')
    // A mark covers one call only. So a function, which is marked where it is called, wraps a chain of calls.
    return [
      [call.start, call.start, '/* @__PURE__ */ (() => '],
      [call.end, call.end, ')()'],
    ];
  const { properties } = first as Node & { properties: Property[] };
  return [
    [call.start, call.start, '/* @__PURE__ */ '],
    ...properties.flatMap(({ key, value, start, end }, index): Edit[] => {
      if (!key?.name || !value) return [];
      // With the comma before it.
      if (servers.has(key.name)) return [[properties[index - 1]?.end ?? start, end, '']];
      // A request needs to know whether there is a body.
      return key.name === 'body' ? [[value.start, value.end, 'true']] : [];
    }),
  ];
}

function applied(code: string, edits: Edit[]): string {
  let result = code;
  for (const [start, end, text] of edits.toSorted((one, other) => other[0] - one[0]))
    result = result.slice(0, start) + text + result.slice(end);
  return result;
}
