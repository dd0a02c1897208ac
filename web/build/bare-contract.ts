import path from 'node:path';
import { parseAst, type Plugin } from 'vite';

/** Of an endpoint, what only the server and the tests look at. */
const servers = new Set(['params', 'query', 'response', 'summary', 'limit']);

interface Node {
  type: string;
  start: number;
  end: number;
}
type Edit = [start: number, end: number, text: string];

/**
 * Lets the contract's schemas fall out of what the browser gets: endpoints lose those they name, and whatever else is
 * made by a call is marked as needed by nobody who doesn't use it. Only when building; without it all works the same.
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

/** What a statement's constants are made by, where that is a call. */
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
    // Within a function nothing is done until it is called; a chain of calls could not be marked as one.
    return [
      [call.start, call.start, '/* @__PURE__ */ (() => '],
      [call.end, call.end, ')()'],
    ];
  const { properties } = first as Node & { properties: Property[] };
  return [
    [call.start, call.start, '/* @__PURE__ */ '],
    ...properties.flatMap(({ key, value }): Edit[] => {
      if (!key?.name || !value) return [];
      if (servers.has(key.name)) return [[value.start, value.end, 'undefined']];
      // Whether there is a body decides how a request is made.
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
