import type { Chance } from '../chance.ts';

/** A palette of five colours: high sky, low sky, far, middle and near ground. */
export type Palette = readonly [
  high: string,
  low: string,
  far: string,
  middle: string,
  near: string,
];

const palettes: Palette[] = [
  ['#f6c88f', '#fbe8cf', '#c98b6b', '#8a5a52', '#4a3440'],
  ['#9cc4d4', '#e6f1ee', '#7fa594', '#4f7a6a', '#2c4a45'],
  ['#2b3358', '#6b6fa0', '#3a3f6b', '#262b4d', '#151830'],
  ['#f2b5a7', '#fde9d9', '#b58aa5', '#7a5f8c', '#463a61'],
  ['#bcd9c2', '#f4f3dc', '#8fb078', '#5d8a55', '#33573a'],
  ['#8fb7e0', '#f5efe0', '#b9a98a', '#8a7a5c', '#4c4536'],
];

export function pickPalette(chance: Chance): Palette {
  return chance.pick(palettes);
}

export interface Canvas {
  width: number;
  height: number;
}

export function svg({ width, height }: Canvas, ...parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
}

const n = (value: number) => value.toFixed(1);

export function rect(x: number, y: number, w: number, h: number, fill: string, round = 0): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${round}" fill="${fill}"/>`;
}

export function circle(x: number, y: number, r: number, fill: string, opacity = 1): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" opacity="${opacity}"/>`;
}

export function path(d: string, fill: string, stroke = 'none', strokeWidth = 0): string {
  return `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${strokeWidth}" stroke-linecap="round"/>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, stroke: string, w: number) {
  return path(`M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`, 'none', stroke, w);
}

/** A vertical gradient between two colours. */
export function sky({ width, height }: Canvas, [high, low]: Palette): string {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs>${rect(0, 0, width, height, 'url(#sky)')}`;
}

/** A hill: a rolling edge from left to right, filled to the bottom. */
export function hills(
  canvas: Canvas,
  level: number,
  swing: number,
  fill: string,
  chance: Chance,
): string {
  const { width, height } = canvas;
  const steps = 4;
  let d = `M0 ${height}L0 ${n(level + chance.between(-swing, swing))}`;
  for (let step = 1; step <= steps; step += 1) {
    const x = (width / steps) * step;
    const bend = x - width / steps / 2;
    d += `Q${n(bend)} ${n(level + chance.between(-swing, swing) * 1.6)} ${n(x)} ${n(level + chance.between(-swing, swing))}`;
  }
  return path(`${d}L${width} ${height}Z`, fill);
}

/** Calls `make` `count` times and joins the results. */
export function many(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}
