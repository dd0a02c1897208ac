interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** What members see first; by how the paths end. */
const ofMembers = ['/screens/home-screen.tsx', '/shell/shell.tsx'];
/** What is there before it. */
const first = ['/src/main.tsx'];
/** What follows it at once, for all pages of members. */
const live = ['/shell/live-features.ts'];
/** What visitors see first. */
const ofVisitors = [
  '/screens/login-screen.tsx',
  '/screens/register-screen.tsx',
  '/screens/reset-password-screen.tsx',
];

/**
 * Puts what is needed at once into one file for everybody and one for members, and what follows into a third: left to itself each would be a dozen
 * small ones, with headers of their own, which compress worse.
 */
export function firstFiles(id: string, graph: Graph): string | null {
  if (isNeededBy(first, id, graph)) return 'base';
  if (!isNeededBy(ofMembers, id, graph)) return isNeededBy(live, id, graph) ? 'live' : null;
  return isNeededBy(ofVisitors, id, graph) ? 'base' : 'first-screen';
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
