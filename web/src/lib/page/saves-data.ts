import { deviceChoice } from '../device-choice.ts';

/** The data saver. `system` follows the browser's setting. */
export const dataSaver = deviceChoice('roost:data-saver', ['system', 'on', 'off'], 'system');

interface WithConnection {
  connection?: { saveData?: boolean };
}

/** Whether the person saves data, by a choice here or by the browser's setting. Not all browsers tell it. */
export function savesData(): boolean {
  const choice = dataSaver.get();
  if (choice !== 'system') return choice === 'on';
  return (navigator as WithConnection).connection?.saveData ?? false;
}
