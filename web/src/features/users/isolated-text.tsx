import { textParts } from '@roost/contract/text/text-parts';
import { useMemo } from 'react';

/** A text in which mentions, hashtags and links keep their own direction. Nobody can open these. */
export function IsolatedText({ text }: { text: string }) {
  const parts = useMemo(() => textParts(text), [text]);
  return parts.map((part, index) =>
    part.type === 'text' ? (
      part.text
    ) : (
      <span key={index} className="own-direction">
        {part.text}
      </span>
    ),
  );
}
