import { useEffect } from 'react';

/** 'Home / Roost' while the page is shown. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    document.title = name ? `${name} / Roost` : 'Roost';
  }, [name]);
}
