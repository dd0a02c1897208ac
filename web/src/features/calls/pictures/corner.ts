export const corners = ['top left', 'top right', 'bottom left', 'bottom right'] as const;
export type Corner = (typeof corners)[number];

interface Place {
  x: number;
  y: number;
}

/** Returns the corner nearest to a point in a window of this size. */
export function nearestCorner(
  { x, y }: Place,
  { width, height }: { width: number; height: number },
): Corner {
  return cornerOf(y < height / 2, x < width / 2);
}

/** Returns the corner that an arrow key leads to. Undefined for other keys. */
export function cornerByKey(from: Corner, key: string): Corner | undefined {
  const [isTop, isLeft] = [from.startsWith('top'), from.endsWith('left')];
  switch (key) {
    case 'ArrowUp':
      return cornerOf(true, isLeft);
    case 'ArrowDown':
      return cornerOf(false, isLeft);
    case 'ArrowLeft':
      return cornerOf(isTop, true);
    case 'ArrowRight':
      return cornerOf(isTop, false);
    default:
      return undefined;
  }
}

/** Returns the next corner clockwise, for a press without a drag. */
export function nextCorner(from: Corner): Corner {
  const around: Corner[] = ['bottom right', 'bottom left', 'top left', 'top right'];
  return around[(around.indexOf(from) + 1) % around.length] ?? from;
}

function cornerOf(isTop: boolean, isLeft: boolean): Corner {
  return `${isTop ? 'top' : 'bottom'} ${isLeft ? 'left' : 'right'}`;
}
