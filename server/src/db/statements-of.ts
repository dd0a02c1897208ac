/** What may have a semicolon in it that ends nothing: a function's body, a string, a name, a comment. */
const QUOTED = /\$(\w*)\$[\s\S]*?\$\1\$|'[^']*'|"[^"]*"|--.*|\/\*[\s\S]*?\*\/|;/g;

/** The statements of a file of SQL, each with the comments above it. One by one is how a distributed database takes them. */
export function statementsOf(sql: string): string[] {
  const ends = [...sql.matchAll(QUOTED)]
    .filter(([found]) => found === ';')
    .map(({ index }) => index + 1);
  const parts = [0, ...ends].map((start, at) => sql.slice(start, ends[at]).trim());
  return parts.filter((part) => part.replaceAll(/--.*|\/\*[\s\S]*?\*\//g, '').trim() !== '');
}
