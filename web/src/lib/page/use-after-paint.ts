import { startTransition, useEffect, useState } from 'react';

/** False in the first render of a component, true later. Parts that wait for it do not delay the first paint. */
export function useAfterPaint(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => startTransition(() => setLater(true)), []);
  return isLater;
}
