import type { Chance } from '../chance.ts';
import { circle, many, path, pickPalette, rect, svg } from './paint.ts';

const skins = ['#f1c9a5', '#d9a066', '#b97a4b', '#8d5a3a', '#5f3b26', '#f6dcc4'];
const hairs = ['#2b211d', '#5a3a22', '#a8673a', '#c9c2b8', '#3d2f4a', '#d8b25f'];

/** A portrait of simple shapes, which resembles nobody. */
export function portrait(chance: Chance, size = 400): string {
  const [high, low, far, middle, near] = pickPalette(chance);
  const [skin, hair] = [chance.pick(skins), chance.pick(hairs)];
  const shirt = chance.pick([far, middle, near, '#e76f51', '#2a9d8f', '#e9c46a']);
  const centre = size / 2;
  const head = size * 0.19;
  const y = size * 0.43;
  const hasLongHair = chance.isTrue(0.45);
  const behind = hasLongHair
    ? rect(centre - head * 1.25, y - head * 1.1, head * 2.5, head * 2.9, hair, head)
    : '';
  const fringe = path(
    `M${centre - head * 1.1} ${y}Q${centre - head * 1.1} ${y - head * 1.5} ${centre} ${y - head * 1.45}T${centre + head * 1.1} ${y}Q${centre + head * chance.between(0.2, 0.9)} ${y - head * 0.75} ${centre} ${y - head * 0.7}T${centre - head * 1.1} ${y}Z`,
    hair,
  );
  const eyes = many(2, (at) =>
    circle(centre + (at - 0.5) * head * 0.8, y + head * 0.05, head * 0.09, '#2a2320'),
  );
  const glasses = chance.isTrue(0.35)
    ? many(
        2,
        (at) =>
          `<circle cx="${centre + (at - 0.5) * head * 0.8}" cy="${y + head * 0.05}" r="${head * 0.3}" fill="none" stroke="#2a2320" stroke-width="${head * 0.07}"/>`,
      )
    : '';
  const smile = path(
    `M${centre - head * 0.3} ${y + head * 0.5}q${head * 0.3} ${head * chance.between(0.15, 0.4)} ${head * 0.6} 0`,
    'none',
    '#7a3b32',
    head * 0.09,
  );
  return svg(
    { width: size, height: size },
    rect(0, 0, size, size, low),
    circle(centre, size * 0.42, size * 0.36, high),
    behind,
    path(
      `M${size * 0.12} ${size}Q${size * 0.14} ${size * 0.68} ${centre} ${size * 0.68}T${size * 0.88} ${size}Z`,
      shirt,
    ),
    rect(centre - head * 0.4, y + head * 0.5, head * 0.8, head * 1.2, skin, head * 0.3),
    circle(centre, y, head, skin),
    eyes,
    glasses,
    smile,
    fringe,
  );
}
