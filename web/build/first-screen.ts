interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** What members see first, and what is there before it or in its place; by how their paths end. */
const shown = ['/screens/home-screen.tsx', '/shell/shell.tsx'];
const elsewhere = [
  '/src/main.tsx',
  '/screens/login-screen.tsx',
  '/screens/register-screen.tsx',
  '/screens/reset-password-screen.tsx',
];

/**
 * Puts what the first screen of members needs at once, and visitors don't, into one file: left to itself this would
 * be a dozen small ones, each with headers of its own, which compress worse.
 */
export function firstScreen(id: string, graph: Graph): string | null {
  // All icons there are hang on one file; each goes where it is used.
  if (id.includes('/lucide-react/')) return null;
  return isNeededBy(shown, id, graph) && !isNeededBy(elsewhere, id, graph) ? 'first-screen' : null;
}

/** Whether one of those imports it, through however many others; not counting what is fetched when needed. */
function isNeededBy(ends: readonly string[], id: string, graph: Graph): boolean {
  const seen = new Set([id]);
  for (const each of seen) {
    if (ends.some((end) => each.endsWith(end))) return true;
    for (const importer of graph.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  }
  return false;
}
