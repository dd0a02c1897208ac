import { currentLocation } from './location.ts';
import { navigate } from './router.tsx';

/** Goes back, or to `otherwise` if this page is the first one of the app's history. */
export function goBack(otherwise: string): void {
  navigate(currentLocation().number === 0 ? otherwise : -1);
}
