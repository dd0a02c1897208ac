import { execFileSync } from 'node:child_process';

/** A process and all its descendants. */
function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  for (const line of table.trim().split('\n')) {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Stops a process and its descendants, so they hang. Returns a function that resumes them. */
export function stopTree(root: number): () => void {
  // The parent first, so it starts no more children.
  const stopped: number[] = [];
  for (const pid of treeOf(root)) {
    process.kill(pid, 'SIGSTOP');
    stopped.push(pid);
  }
  return () => {
    for (const pid of stopped.splice(0).reverse()) {
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // The process has ended.
      }
    }
  };
}
