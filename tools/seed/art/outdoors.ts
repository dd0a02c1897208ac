import type { Chance } from '../chance.ts';
import { circle, hills, line, many, path, rect, sky, type Canvas, type Palette } from './paint.ts';

const sun = ({ width, height }: Canvas, chance: Chance, fill = '#fff4d6') =>
  circle(
    width * chance.between(0.2, 0.8),
    height * chance.between(0.18, 0.35),
    height * 0.08,
    fill,
    0.9,
  );

export function garden(canvas: Canvas, palette: Palette, chance: Chance): string {
  const { width, height } = canvas;
  const flowers = ['#e8695a', '#f2b544', '#f7efe2', '#c86fa3', '#7d7fc9'];
  const flower = () => {
    const x = chance.between(0, width);
    const y = chance.between(height * 0.55, height * 0.98);
    const size = (y / height) ** 3 * height * 0.045;
    const colour = chance.pick(flowers);
    const petals = many(5, (p) =>
      circle(x + Math.cos(p * 1.257) * size, y + Math.sin(p * 1.257) * size, size * 0.7, colour),
    );
    return (
      line(x, y, x + size * 0.4, y + size * 5, palette[4], size * 0.3) +
      petals +
      circle(x, y, size * 0.6, '#f6d365')
    );
  };
  return (
    sky(canvas, palette) +
    sun(canvas, chance) +
    hills(canvas, height * 0.45, height * 0.06, palette[2], chance) +
    hills(canvas, height * 0.58, height * 0.04, palette[3], chance) +
    many(70, flower)
  );
}

export function train(canvas: Canvas, palette: Palette, chance: Chance): string {
  const { width, height } = canvas;
  const base = height * 0.7;
  const colour = chance.isTrue(0.5) ? '#c8473a' : '#2f6f8f';
  const wagon = (index: number) => {
    const w = width * 0.3;
    const x = width * 0.05 + index * (w + width * 0.012);
    const windows = many(4, (at) =>
      rect(x + w * (0.09 + at * 0.22), base - height * 0.16, w * 0.15, height * 0.07, '#fdf3d0', 6),
    );
    const wheels = many(2, (at) =>
      circle(x + w * (0.22 + at * 0.56), base, height * 0.022, '#22222a'),
    );
    return (
      rect(x, base - height * 0.2, w, height * 0.19, colour, 14) +
      rect(x, base - height * 0.06, w, height * 0.02, '#f3e6cf') +
      windows +
      wheels
    );
  };
  const sleepers = many(26, (at) =>
    rect((width / 26) * at, base + height * 0.03, width / 50, height * 0.02, palette[4]),
  );
  return (
    sky(canvas, palette) +
    sun(canvas, chance) +
    hills(canvas, height * 0.45, height * 0.1, palette[2], chance) +
    hills(canvas, height * 0.6, height * 0.05, palette[3], chance) +
    rect(0, base + height * 0.02, width, height, palette[4]) +
    sleepers +
    many(3, wagon)
  );
}

export function bench(canvas: Canvas, palette: Palette, chance: Chance): string {
  const { width, height } = canvas;
  const ground = height * 0.72;
  const x = width * chance.between(0.25, 0.45);
  const w = width * 0.32;
  const slat = (index: number) =>
    rect(x, ground - height * (0.12 + index * 0.045), w, height * 0.028, '#9b5f3c', 5);
  const legs = [0.08, 0.88]
    .map((at) => rect(x + w * at, ground - height * 0.24, w * 0.035, height * 0.28, '#2e2b33', 3))
    .join('');
  const tree = (at: number, size: number) =>
    rect(at - size * 0.06, ground - size, size * 0.12, size, palette[4]) +
    many(7, () =>
      circle(
        at + chance.between(-0.4, 0.4) * size,
        ground - size * chance.between(0.8, 1.5),
        size * 0.32,
        chance.isTrue(0.5) ? palette[3] : palette[2],
        0.95,
      ),
    );
  return (
    sky(canvas, palette) +
    sun(canvas, chance) +
    hills(canvas, height * 0.55, height * 0.05, palette[2], chance) +
    rect(0, ground, width, height, palette[3]) +
    tree(width * 0.14, height * 0.42) +
    tree(width * 0.88, height * 0.5) +
    legs +
    many(4, slat) +
    circle(x + w * 0.7, ground - height * 0.155, height * 0.018, '#e9c46a')
  );
}

export function sea(canvas: Canvas, palette: Palette, chance: Chance): string {
  const { width, height } = canvas;
  const boat = (x: number, y: number, size: number) =>
    path(
      `M${x - size} ${y}L${x + size} ${y}L${x + size * 0.6} ${y + size * 0.4}L${x - size * 0.7} ${y + size * 0.4}Z`,
      '#6b3f2a',
    ) +
    path(
      `M${x} ${y - size * 0.1}L${x} ${y - size * 2}L${x + size * 0.95} ${y - size * 0.1}Z`,
      '#fbf6ea',
    ) +
    path(
      `M${x - size * 0.1} ${y - size * 0.1}L${x - size * 0.1} ${y - size * 1.6}L${x - size * 0.7} ${y - size * 0.1}Z`,
      '#e76f51',
    );
  const wave = (index: number) =>
    hills(
      canvas,
      height * (0.58 + index * 0.07),
      height * 0.012,
      `rgba(20,60,90,${0.16 + index * 0.05})`,
      chance,
    );
  return (
    sky(canvas, palette) +
    sun(canvas, chance, '#ffe2b0') +
    rect(0, height * 0.55, width, height, '#5d93a8') +
    boat(width * chance.between(0.25, 0.7), height * 0.62, height * 0.1) +
    many(6, wave)
  );
}

export function night(canvas: Canvas, _: Palette, chance: Chance): string {
  const { width, height } = canvas;
  const dark: Palette = ['#0d1230', '#3c3a6a', '#22264d', '#171a38', '#0b0d20'];
  const star = () =>
    circle(
      chance.between(0, width),
      chance.between(0, height * 0.7),
      chance.between(0.6, 2.6),
      '#fdf6e0',
      chance.between(0.4, 1),
    );
  const x = width * chance.between(0.3, 0.75);
  const moon =
    circle(x, height * 0.28, height * 0.1, '#f7ecc8') +
    circle(x + height * 0.045, height * 0.255, height * 0.085, '#161a3c');
  return (
    sky(canvas, dark) +
    many(140, star) +
    moon +
    hills(canvas, height * 0.72, height * 0.08, dark[2], chance) +
    hills(canvas, height * 0.84, height * 0.05, dark[4], chance)
  );
}
