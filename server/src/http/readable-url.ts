/**
 * A path that can't be decoded is still one of the web app's, as any unknown one is: its signs are taken as they stand.
 * Under /api it stays what it is, and names nothing.
 */
export function readableUrl(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  if (path.startsWith('/api/') || isDecodable(path)) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
