import { parseAst } from 'vite';
import { walk, type Node } from './words-uses.ts';

/** The attributes and properties that hold words. */
const wordProps = new Set(
  'label title alt placeholder message description hint words word confirmLabel cancelLabel empty end failed errorText submitLabel aria-label aria-description aria-placeholder aria-valuetext aria-roledescription'.split(
    ' ',
  ),
);
/** A sentence, a name with a capital, or a value with a unit of time. Elsewhere, other strings are not for people. */
const sentence =
  /^[\s({}]*\p{Lu}\p{Ll}|^[^<>/=]*\p{L}{2,} [^<>/=]*\p{L}[.!?…]$|\{\}[^\p{L}[\]<>:#&=?-]* [^\p{L}[\]<>:#&=?{}]*\p{L}{2}[\p{L}’ ]*[.!?…]?$|\{\} ?[dhms](?!\p{L})/u;

export interface Found {
  kind: 'JSX text' | 'attribute' | 'string';
  text: string;
  start: number;
  end: number;
  line: number;
}

/** Finds the words that a person reads and that do not come from a catalogue. */
export function findWords(code: string, file: string): Found[] {
  const found: Found[] = [];
  const add = (kind: Found['kind'], node: Node, text: string) => {
    const { start, end } = node;
    const line = code.slice(0, start).split('\n').length;
    if (!found.some((other) => other.start === start)) found.push({ kind, text, start, end, line });
  };
  const addValues = (kind: Found['kind'], node: unknown) => {
    for (const value of valuesOf(node)) {
      const text = textOf(value);
      if (text !== undefined && isForPeople(text)) add(kind, value, text);
    }
  };
  walk(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (node, parent) => {
    if (isNoText(node, parent)) return false;
    if (node.type === 'JSXText' && /\p{L}/u.test(String(node['value'])))
      add('JSX text', node, String(node['value']).trim());
    if (node.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute')
      addValues('JSX text', node['expression']);
    if (node.type === 'JSXAttribute' && wordProps.has(nameOf(node['name'])))
      addValues('attribute', node['value']);
    if (node.type === 'Property' && wordProps.has(nameOf(node['key'])))
      addValues('attribute', node['value']);
    if (node.type === 'AssignmentPattern' && wordProps.has(nameOf(node['left'])))
      addValues('attribute', node['right']);
    const text = textOf(node);
    if (text !== undefined && sentence.test(text)) add('string', node, text);
    return true;
  });
  return found.toSorted((one, other) => one.start - other.start);
}

/** The strings that an expression can give, without those of its conditions. */
function valuesOf(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type } = node as Node;
  const inner = node as Record<string, unknown>;
  if (type === 'ConditionalExpression')
    return [inner['consequent'], inner['alternate']].flatMap(valuesOf);
  if (type === 'LogicalExpression') return [inner['left'], inner['right']].flatMap(valuesOf);
  if (type === 'BinaryExpression' && inner['operator'] === '+')
    return [inner['left'], inner['right']].flatMap(valuesOf);
  if (
    type === 'JSXExpressionContainer' ||
    type === 'ParenthesizedExpression' ||
    type === 'TSAsExpression'
  )
    return valuesOf(inner['expression']);
  if (type === 'ArrowFunctionExpression') return valuesOf(inner['body']);
  return [node as Node];
}

/** Whether it has letters, and is no list of class names and no name of a type. */
function isForPeople(text: string): boolean {
  if (/^(?:string|number|boolean)$/.test(text)) return false;
  return /\p{L}/u.test(text.replaceAll('{}', '')) && !/^(?:\S*[-:[]\S*(?: |$))+$/.test(text);
}

/** The text of a string or template. `{}` stands for each value in a template. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node['quasis'] as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('{}');
}

/** Types, addresses of modules, compared values, names of properties, and texts for developers. */
function isNoText(node: Node, parent: Node | undefined): boolean {
  const { type } = node;
  if (type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(type)) return true;
  if (type === 'JSXAttribute') return nameOf(node['name']) === 'className';
  if (/^(?:Import|ExportAll)/.test(type)) return true;
  if (type === 'CallExpression' && nameOf((node['callee'] as Node)['object'] ?? {}) === 'console')
    return true;
  if (type === 'NewExpression' && /^(?:Error|DOMException)$/.test(nameOf(node['callee'])))
    return true;
  if (!parent || (type !== 'Literal' && type !== 'TemplateLiteral')) return false;
  if (parent.type === 'BinaryExpression') return parent['operator'] !== '+';
  if (parent.type === 'SwitchCase') return parent['test'] === node;
  if (parent.type === 'MemberExpression') return true;
  return parent.type === 'Property' && parent['key'] === node;
}

function nameOf(node: unknown): string {
  const { name, value } = node as { name?: string; value?: string };
  return name ?? value ?? '';
}
