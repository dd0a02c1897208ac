import { onTestFinished } from 'vitest';
import { stopTree as stop } from './stopped-tree.ts';

/** Stops a process and its descendants, so they hang. Returns a function that resumes them. The test's end does the same. */
export function stopTree(root: number): () => void {
  const goOn = stop(root);
  onTestFinished(goOn);
  return goOn;
}
