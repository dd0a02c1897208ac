export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

type Range = Pick<Node, 'start' | 'end'>;

export interface Use extends Range {
  catalogue: string;
  key: string;
  /** The call `words.key({ name: value })`, with the places of its values. */
  call?: Range & { values: Map<string, Range> };
}

/** `import * as words from '#words/posts'`, and every `words.key` of the file. */
interface Namespace {
  catalogue: string;
  statement: Range;
  uses: Use[];
}

/** Modules without messages of the interface. */
const plainModules = new Set(['#words/locale', '#words/wire']);

/** Finds the messages that a file uses. Throws if the file uses a catalogue in another way. */
export function findNamespaces(program: unknown, file: string): Namespace[] {
  const found = new Map<string, Namespace>();
  for (const statement of (program as { body: Node[] }).body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const from = String((statement['source'] as Node)['value']);
    if (!from.startsWith('#words/') || plainModules.has(from)) continue;
    const [first, ...others] = statement['specifiers'] as Node[];
    if (first?.type !== 'ImportNamespaceSpecifier' || others.length > 0)
      throw new Error(
        `${file}: write "import * as words from '${from}'": the build reads words.key.`,
      );
    const { start, end } = statement;
    const catalogue = from.slice('#words/'.length);
    found.set(nameOf(first['local']), { catalogue, statement: { start, end }, uses: [] });
  }
  const calls = new Map<unknown, Use['call']>();
  if (found.size > 0)
    walk(program, (node, parent) => {
      if (!addUse(found, calls, node, parent))
        throw new Error(`${file}: write words.key. The build cannot follow another use of it.`);
    });
  return [...found.values()];
}

/** Returns false for a use that is not `words.key`. */
function addUse(
  found: Map<string, Namespace>,
  calls: Map<unknown, Use['call']>,
  node: Node,
  parent: Node | undefined,
): boolean {
  if (node.type === 'CallExpression') calls.set(node['callee'], readCall(node));
  const namespace = node.type === 'Identifier' ? found.get(nameOf(node)) : undefined;
  if (!namespace || parent?.type === 'ImportNamespaceSpecifier') return true;
  if (isNameOnly(node, parent)) return true;
  if (parent?.type !== 'MemberExpression' || parent['computed'] === true) return false;
  const { start, end } = parent;
  const call = calls.get(parent);
  namespace.uses.push({
    ...(call ? { call } : {}),
    catalogue: namespace.catalogue,
    key: nameOf(parent['property']),
    start,
    end,
  });
  return true;
}

/** Reads a call whose only argument is an object of plain properties. */
function readCall({ start, end, arguments: list }: Node): Use['call'] {
  const [first, ...others] = list as Node[];
  if (first?.type !== 'ObjectExpression' || others.length > 0) return undefined;
  const properties = first['properties'] as Node[];
  if (properties.some(({ type, computed }) => type !== 'Property' || computed === true))
    return undefined;
  const values = properties.map(({ key, value }) => [nameOf(key), value as Node] as const);
  return { start, end, values: new Map(values) };
}

/** Whether the identifier is the name of a property, and no use of the catalogue: `{ words: 1 }`, `list.words`. */
function isNameOnly(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'MemberExpression')
    return parent['property'] === node && parent['computed'] !== true;
  return parent?.type === 'Property' && parent['key'] === node && parent['value'] !== node;
}

function nameOf(node: unknown): string {
  return String((node as Node)['name']);
}

/** Visits every node of a syntax tree, parents first. A visitor that returns false skips the children. */
export function walk(
  tree: unknown,
  visit: (node: Node, parent: Node | undefined) => boolean | void,
  parent?: Node,
): void {
  if (Array.isArray(tree)) {
    for (const each of tree) walk(each, visit, parent);
    return;
  }
  if (typeof tree !== 'object' || tree === null) return;
  const isNode = typeof (tree as Node).type === 'string';
  if (isNode && visit(tree as Node, parent) === false) return;
  for (const child of Object.values(tree)) walk(child, visit, isNode ? (tree as Node) : parent);
}
