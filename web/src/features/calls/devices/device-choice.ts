/** What a person chose in the preview, by the browser’s ids; kept in this browser only. */
export interface DeviceChoice {
  microphone?: string;
  camera?: string;
  speaker?: string;
}

const KEY = 'roost:devices';

/** Undefined until a first call was made with a look at the devices. */
export function storedChoice(): DeviceChoice | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof stored === 'object' && stored !== null ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function storeChoice(change: DeviceChoice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...storedChoice(), ...change }));
  } catch {
    // Storage can be refused; the browser’s own choice is then used.
  }
}
