import { siteDefaults } from './limits.ts';

/** The accent colour of buttons in the light theme, in OKLCH. Its luminance stands for those of all accent colours. */
const reference = { lightness: 0.54, chroma: 0.185 };

type Linear = readonly [red: number, green: number, blue: number];

/** Converts OKLCH to linear sRGB, as browsers do: colours that a screen cannot show are clipped. */
export function linearOf(lightness: number, chroma: number, hue: number): Linear {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** The luminance of a colour, as contrasts use it. */
export function luminanceOf([red, green, blue]: Linear): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const STEPS = 20;
/** Slightly darker, because soft grounds of some hues are darker than those of the default. */
const DIMMED = 0.92;

/**
 * Returns the factor for lightness and chroma of accent colours with this hue. With it they are about as bright as those of the
 * default hue. A green of the same OKLCH lightness would be too bright for white text.
 */
export function accentScale(hue: number): number {
  if (hue === siteDefaults.accent) return 1;
  const brightness = (scale: number, of: number) =>
    luminanceOf(linearOf(reference.lightness * scale, reference.chroma * scale, of));
  const wanted = brightness(1, siteDefaults.accent) * DIMMED;
  let [low, high] = [0.7, 1.3];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (brightness(middle, hue) > wanted) high = middle;
    else low = middle;
  }
  return Number(((low + high) / 2).toFixed(3));
}
