interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** The modules of a member's first screen, by the end of their paths. */
const ofMembers = ['/screens/home-screen.tsx', '/shell/shell.tsx'];
/** The modules that run before it. */
const first = ['/src/main.tsx'];
/** The modules that all members' pages load right after it. */
const live = ['/shell/live-features.ts'];
/** The modules of a visitor's first screen. */
const ofVisitors = [
  '/screens/login-screen.tsx',
  '/screens/register-screen.tsx',
  '/screens/reset-password-screen.tsx',
];

/** The names of the files that `firstFiles` makes. */
export const firstNames = ['base', 'first-screen', 'live'];

/**
 * Makes three files: code that everybody needs at once, code that members need at once, and code that follows. Without
 * this, the bundler makes a dozen small files for each, which compress worse.
 */
export function firstFiles(id: string, graph: Graph): string | null {
  if (isNeededBy(first, id, graph)) return 'base';
  if (!isNeededBy(ofMembers, id, graph)) return isNeededBy(live, id, graph) ? 'live' : null;
  return isNeededBy(ofVisitors, id, graph) ? 'base' : 'first-screen';
}

/** Whether one of these modules imports it, also through others. Dynamic imports do not count. */
function isNeededBy(ends: readonly string[], id: string, graph: Graph): boolean {
  const seen = new Set([id]);
  for (const each of seen) {
    if (ends.some((end) => each.endsWith(end))) return true;
    for (const importer of graph.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  }
  return false;
}
