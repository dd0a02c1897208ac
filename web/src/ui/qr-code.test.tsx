import { screen } from '@testing-library/react';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { renderApp } from '../../test/support/render-app.tsx';
import { QrCode } from './qr-code.tsx';

test('it draws exactly the dark modules', () => {
  const text = 'otpauth://totp/Roost:alice?secret=ABCDEFGHJKLM&issuer=Roost';
  renderApp(<QrCode text={text} label="QR code" />);
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const svg = screen.getByRole('img', { name: 'QR code' });
  expect(svg.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
  const drawn = data.map((row) => row.map(() => false));
  const path = svg.querySelector('path')!.getAttribute('d')!;
  for (const [, start, y, end] of path.matchAll(/M(\d+),(\d+)H(\d+)/g))
    for (let x = Number(start); x < Number(end); x += 1) drawn[Number(y)]![x] = true;
  expect(drawn).toEqual(data);
});
