/** A semicolon, or something that may contain one: the body of a function, a string, a name, a comment. */
const QUOTED = /\$(\w*)\$[\s\S]*?\$\1\$|'[^']*'|"[^"]*"|--.*|\/\*[\s\S]*?\*\/|;/g;

/** The statements of a SQL file, each with the comments above it. A sharded database accepts only one at a time. */
export function statementsOf(sql: string): string[] {
  const ends = [...sql.matchAll(QUOTED)]
    .filter(([found]) => found === ';')
    .map(({ index }) => index + 1);
  const parts = [0, ...ends].map((start, at) => sql.slice(start, ends[at]).trim());
  return parts.filter((part) => part.replaceAll(/--.*|\/\*[\s\S]*?\*\//g, '').trim() !== '');
}
