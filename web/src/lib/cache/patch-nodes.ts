import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { writeCache, type Undo } from './write-cache.ts';

export type Node = Record<string, unknown>;
type Visit = (node: Node, was: Node) => Node;

interface Target {
  matches(node: Node): boolean;
  /** Returns the changed fields. Keys that the node does not have are ignored. */
  patch(node: Node): Node;
  /** Visits every other object after its children. It can update values that derive from a patched object. */
  patchAncestor?: Visit;
}

/** Visits innermost objects first. A branch without a change keeps its reference. */
export function mapNodes(value: unknown, visit: Visit): unknown {
  if (Array.isArray(value)) {
    const next = value.map((item: unknown) => mapNodes(item, visit));
    return next.some((item, index) => item !== value[index]) ? next : value;
  }
  if (!isNode(value)) return value;
  let next = value;
  for (const [key, child] of Object.entries(value)) {
    if (typeof child !== 'object' || child === null) continue;
    const mapped = mapNodes(child, visit);
    if (mapped !== child) next = { ...next, [key]: mapped };
  }
  return visit(next, value);
}

/**
 * Changes every matching object in the cached answers under `prefix`. The undo reverts only this patch. It subtracts
 * the difference from counts. It reverts other fields only while they still have the patched value. So it works
 * also after later patches and answers.
 */
export function patchNodes(client: QueryClient, prefix: QueryKey, target: Target): Undo {
  const done = new Map<string, Node>();
  const patchAll = (change: (node: Node, place: string) => Node) =>
    writeCache(client, prefix, (data, query) =>
      mapNodes(data, (node, was) => {
        if (target.matches(node)) return change(node, `${query} ${Object.keys(node).join()}`);
        return target.patchAncestor ? target.patchAncestor(node, was) : node;
      }),
    );
  patchAll((node, place) => {
    const { next, inverse } = merge(node, target.patch(node));
    done.set(place, { ...inverse, ...done.get(place) });
    return next;
  });
  return () => patchAll((node, place) => revert(node, done.get(place) ?? {}));
}

/** `inverse` holds, by key, a function from the field's present value to the one without the patch. */
function merge(node: Node, patch: Node): { next: Node; inverse: Node } {
  let next = node;
  const inverse: Node = {};
  for (const [key, value] of Object.entries(patch)) {
    if (!(key in node)) continue;
    const before = node[key];
    if (isNode(before) && isNode(value)) {
      const inner = merge(before, value);
      if (inner.next === before) continue;
      next = { ...next, [key]: inner.next };
      inverse[key] = inner.inverse;
    } else if (!same(before, value)) {
      next = { ...next, [key]: value };
      inverse[key] = inverseOf(before, value);
    }
  }
  return { next, inverse };
}

function revert(node: Node, inverse: Node): Node {
  let next = node;
  for (const [key, undo] of Object.entries(inverse)) {
    if (!(key in node)) continue;
    const now = node[key];
    const value = isInverse(undo) ? undo(now) : isNode(now) ? revert(now, undo as Node) : now;
    if (value !== now) next = { ...next, [key]: value };
  }
  return next;
}

function inverseOf(before: unknown, after: unknown): (now: unknown) => unknown {
  if (typeof before === 'number' && typeof after === 'number') {
    return (now) => (typeof now === 'number' ? Math.max(0, now - (after - before)) : now);
  }
  return (now) => (same(now, after) ? before : now);
}

function isInverse(value: unknown): value is (now: unknown) => unknown {
  return typeof value === 'function';
}

function same(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || hashKey([a]) === hashKey([b]);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
