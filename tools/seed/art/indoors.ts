import type { Chance } from '../chance.ts';
import { circle, many, path, rect, type Canvas, type Palette } from './paint.ts';

export function bowls(canvas: Canvas, palette: Palette, chance: Chance): string {
  const { width, height } = canvas;
  const glazes = ['#3f7d8c', '#b5533c', '#e0b15a', '#5b6f52', '#ece4d4', '#34435e'];
  const bowl = (index: number) => {
    const x = width * (0.16 + (index % 4) * 0.225);
    const y = height * (index < 4 ? 0.42 : 0.78);
    const r = width * chance.between(0.065, 0.09);
    const colour = chance.pick(glazes);
    return (
      path(
        `M${x - r} ${y - r * 0.75}Q${x - r * 0.8} ${y} ${x - r * 0.35} ${y}L${x + r * 0.35} ${y}Q${x + r * 0.8} ${y} ${x + r} ${y - r * 0.75}Z`,
        colour,
      ) +
      `<ellipse cx="${x}" cy="${y - r * 0.75}" rx="${r}" ry="${r * 0.2}" fill="#2a2622" opacity="0.55"/>`
    );
  };
  const shelf = (y: number) => rect(width * 0.04, y, width * 0.92, height * 0.03, '#7a5236', 4);
  return (
    rect(0, 0, width, height, palette[1]) +
    shelf(height * 0.42) +
    shelf(height * 0.78) +
    many(8, bowl)
  );
}

export function shelves(canvas: Canvas, palette: Palette, chance: Chance): string {
  const { width, height } = canvas;
  const colours = [palette[2], palette[3], palette[4], '#d9a441', '#b4493c', '#efe3cb'];
  const row = (level: number) => {
    let x = width * 0.03;
    let books = '';
    while (x < width * 0.92) {
      const w = width * chance.between(0.018, 0.045);
      const h = height * chance.between(0.18, 0.26);
      const colour = chance.pick(colours);
      books +=
        rect(x, level - h, w, h, colour, 3) +
        rect(x + w * 0.2, level - h * 0.82, w * 0.6, h * 0.05, '#fff6e0');
      x += w + width * (chance.isTrue(0.1) ? 0.03 : 0.004);
    }
    return books + rect(0, level, width, height * 0.02, '#5a3b28');
  };
  return (
    rect(0, 0, width, height, '#f3e9d8') +
    row(height * 0.32) +
    row(height * 0.64) +
    row(height * 0.96)
  );
}

export function table(canvas: Canvas, palette: Palette, chance: Chance): string {
  const { width, height } = canvas;
  const steam = (index: number) =>
    path(
      `M${width * (0.42 + index * 0.07)} ${height * 0.36}q${chance.between(-30, 30)} -50 0 -90t0 -80`,
      'none',
      '#ffffff',
      7,
    );
  const crumbs = many(24, () =>
    circle(
      chance.between(width * 0.1, width * 0.9),
      chance.between(height * 0.72, height * 0.95),
      chance.between(2, 5),
      '#e9cfa2',
    ),
  );
  const dots = many(16, () =>
    circle(
      width * chance.between(0.33, 0.67),
      height * chance.between(0.44, 0.5),
      chance.between(4, 11),
      chance.isTrue(0.5) ? '#7a9b4e' : '#f0c987',
    ),
  );
  return (
    rect(0, 0, width, height, palette[1]) +
    rect(0, height * 0.62, width, height, '#9c6b45') +
    path(
      `M${width * 0.24} ${height * 0.46}Q${width * 0.28} ${height * 0.8} ${width * 0.5} ${height * 0.8}T${width * 0.76} ${height * 0.46}Z`,
      palette[3],
    ) +
    `<ellipse cx="${width * 0.5}" cy="${height * 0.46}" rx="${width * 0.26}" ry="${height * 0.07}" fill="#d9803d"/>` +
    dots +
    many(3, steam) +
    crumbs
  );
}
