import { deviceSwitch } from '../../../../lib/device-choice.ts';

/** Whether the composer asks for missing alt texts before a post. */
export const hasAltReminder = deviceSwitch('roost:alt-reminder');
