/** A ratio and its 95 % interval. */
export interface Interval {
  ratio: number;
  low: number;
  high: number;
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959_964;

/** The mean of these ratios and its interval by Student's t. It takes logarithms, so the mean is the geometric one. */
export function intervalOf(ratios: number[]): Interval {
  const count = ratios.length;
  if (count < 2) throw new Error('An interval needs two ratios or more.');
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, each) => sum + each, 0) / count;
  const squares = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const half = quantileOfT(count - 1) * Math.sqrt(squares / (count - 1) / count);
  return { ratio: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}

/** Student's t at 97.5 %, within 0.3 % for four degrees of freedom or more (Abramowitz and Stegun, 26.7.5). */
function quantileOfT(degrees: number): number {
  const first = (Z ** 3 + Z) / 4;
  const second = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96;
  const third = (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384;
  return Z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}
