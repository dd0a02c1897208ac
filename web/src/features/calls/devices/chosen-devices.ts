import { hasFields, storedJson } from '../../../lib/storage.ts';

/** The devices that the user chose, by the browser's ids. Stored only in this browser. */
export interface DeviceChoice {
  microphone?: string;
  camera?: string;
  speaker?: string;
}

const choice = storedJson('localStorage', 'roost:devices', parse);

/** Undefined until the user has placed a first call from the device preview. */
export const storedChoice = choice.read;

/** Without storage, calls use the browser's default devices. */
export function storeChoice(change: DeviceChoice): void {
  choice.write({ ...storedChoice(), ...change });
}

function parse(value: unknown): DeviceChoice | undefined {
  if (!hasFields<DeviceChoice>(value, {})) return undefined;
  return Object.values(value).every((id) => typeof id === 'string') ? value : undefined;
}
