/** Values of the parameters in a path, by name. */
export type Params = Partial<Record<string, string>>;

/**
 * Returns the parameters of `pathname` if it has the form of `pattern`, such as `/post/:postId`. Undefined otherwise.
 * Upper case and a slash at the end make no difference.
 */
export function matchPath(pattern: string, pathname: string): Params | undefined {
  const expected = pattern.split('/');
  const given = pathname.replace(/(.)\/+$/, '$1').split('/');
  if (given.length !== expected.length) return undefined;
  const params: Params = {};
  for (const [index, part] of expected.entries()) {
    const text = decoded(given[index] ?? '');
    if (part.startsWith(':') && text !== '') params[part.slice(1)] = text;
    else if (part.toLowerCase() !== text.toLowerCase()) return undefined;
  }
  return params;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
