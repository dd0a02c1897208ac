import type { Profile } from '@roost/contract/users';
import { ownHue } from '../../../lib/pictures/own-hue.ts';
import { site } from '../../../lib/site.ts';
import { nameOf } from '../../../ui/name-of.ts';
import { qrModules } from '../../../ui/qr-modules.ts';

/** All lengths are in px of the picture. */
const WIDTH = 1_080;
const HEIGHT = 1_350;
const CARD = { x: 90, y: 120, width: 900, height: 1_110, radius: 56 };
const CODE = { size: 640, y: 400 };

type Person = Pick<Profile, '_id' | 'username' | 'fullName'>;

/** Saves a picture with the name of a person and the QR code of their profile. Rejects if the browser draws none. */
export async function downloadProfileCard(person: Person, url: string): Promise<void> {
  const picture = await drawProfileCard(person, url);
  const address = URL.createObjectURL(picture);
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: `${person.username}.png`,
  });
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function drawProfileCard(person: Person, url: string): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser draws no pictures.');
  drawBackground(context, ownHue(person._id));
  context.textAlign = 'center';
  drawLine(context, nameOf(person), { y: 240, size: 64, weight: 700, colour: '#1c1a17' });
  drawLine(context, `@${person.username}`, { y: 320, size: 44, weight: 400, colour: '#68635b' });
  drawCode(context, url);
  drawLine(context, site.name, { y: 1_150, size: 44, weight: 600, colour: '#68635b' });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('There is no picture.'))));
  });
}

function drawBackground(context: CanvasRenderingContext2D, hue: number): void {
  const sky = context.createLinearGradient(0, 0, WIDTH, HEIGHT);
  sky.addColorStop(0, `oklch(0.62 0.12 ${hue})`);
  sky.addColorStop(1, `oklch(0.78 0.1 ${(hue + 45) % 360})`);
  context.fillStyle = sky;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#fff';
  context.beginPath();
  context.roundRect(CARD.x, CARD.y, CARD.width, CARD.height, CARD.radius);
  context.fill();
}

interface Line {
  y: number;
  size: number;
  weight: number;
  colour: string;
}

/** A long text gets narrower letters, so that it fits the card. */
function drawLine(context: CanvasRenderingContext2D, text: string, line: Line): void {
  const { fontFamily } = getComputedStyle(document.body);
  context.font = `${line.weight} ${line.size}px ${fontFamily}`;
  context.fillStyle = line.colour;
  context.fillText(text, WIDTH / 2, line.y, CARD.width - 120);
}

function drawCode(context: CanvasRenderingContext2D, url: string): void {
  const rows = qrModules(url);
  // Whole pixels, because readers need sharp edges.
  const module = Math.floor(CODE.size / rows.length);
  const left = Math.round((WIDTH - module * rows.length) / 2);
  context.fillStyle = '#000';
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(left + x * module, CODE.y + y * module, module, module);
}
