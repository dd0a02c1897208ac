import { linearOf, luminanceOf } from '@roost/contract/accent';

interface Colours {
  text: string;
  ground: string;
}

/** The contrast of a text, from 1 to 21. Undefined unless both are opaque OKLCH colours, as browsers compute them. */
export function contrastOf({ text, ground }: Colours): number | undefined {
  const [one, other] = [luminance(text), luminance(ground)];
  if (one === undefined || other === undefined) return undefined;
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(colour: string): number | undefined {
  const found = /^oklch\(([\d.]+) ([\d.]+) (?:([\d.]+)|none)\)$/.exec(colour);
  if (!found) return undefined;
  const [lightness = 0, chroma = 0, hue = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return luminanceOf(linearOf(lightness, chroma, hue));
}
