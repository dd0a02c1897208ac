import * as words from '#words/admin';
import { accentScale } from '@roost/contract/accent';
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { numberFormat } from '../../../lib/locale.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { contrastOf } from './contrast.ts';

const oneDigit = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

interface AccentPreviewProps {
  theme: 'light' | 'dark';
  title: string;
  hue: number;
}

/** A button, a link and a mark in the accent colour of one theme, with the contrasts of their texts. */
export function AccentPreview({ theme, title, hue }: AccentPreviewProps) {
  const button = useRef<HTMLSpanElement>(null);
  const link = useRef<HTMLSpanElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const [contrasts, setContrasts] = useState<{ button: number; link: number }>();
  useLayoutEffect(() => {
    const onButton = coloursOf(button.current);
    const onPage = { ...coloursOf(link.current), ground: coloursOf(page.current).ground };
    const found = { button: contrastOf(onButton), link: contrastOf(onPage) };
    setContrasts(
      found.button === undefined || found.link === undefined
        ? undefined
        : { button: found.button, link: found.link },
    );
  }, [hue]);
  const style = { '--accent-hue': hue, '--accent-scale': accentScale(hue) } as CSSProperties;
  return (
    <div
      ref={page}
      data-theme={theme}
      style={style}
      className="rounded-card border border-line bg-page p-4 text-text"
    >
      <p className="text-meta font-medium text-muted">{title}</p>
      <p aria-hidden className="mt-3 flex flex-wrap items-center gap-3">
        {/* Colours without a transition, because the contrast is measured at once. */}
        <span ref={button} className={buttonLook({ size: 'sm' })} style={{ transition: 'none' }}>
          {words.aButton}
        </span>
        <span ref={link} className="text-accent-text underline">
          {words.aLink}
        </span>
        <span className="rounded-full bg-accent-soft px-3 py-1 text-meta font-semibold text-accent-text">
          {words.aMark}
        </span>
      </p>
      {contrasts && (
        <p className="nums mt-3 text-meta text-muted">
          {words.contrasts({
            button: oneDigit.format(contrasts.button),
            link: oneDigit.format(contrasts.link),
          })}
        </p>
      )}
    </div>
  );
}

function coloursOf(element: Element | null): { text: string; ground: string } {
  const style = element && getComputedStyle(element);
  return { text: style?.color ?? '', ground: style?.backgroundColor ?? '' };
}
