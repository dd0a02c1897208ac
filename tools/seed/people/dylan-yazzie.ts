import type { Persona } from '../persona.ts';

export const dylan: Persona = {
  username: 'dylan_yazzie',
  fullName: 'Dylan Yazzie',
  bio: 'Trail runner and silversmith, Flagstaff. Both are mostly breathing and not forcing it.',
  joined: 155,
  interests: ['running', 'walking', 'sky', 'wood'],
  posts: [
    {
      text: 'Ran up through the aspens until the phone gave up. Kept going until I did too. #SlowRun',
      isLoved: true,
      replies: [{ by: 'seun_bako', text: 'In that order, always.' }],
    },
    {
      text: 'Silver tells you when it’s ready. You just have to be quiet and not have music on.',
      replies: [{ by: 'hyejin_noh', text: 'I disagree about the music, but softly.' }],
    },
    {
      text: 'My grandmother watches me stretch and says sheep never needed that. She’s 88 and walks faster than me uphill.',
      isLoved: true,
      replies: [{ by: 'ailsa_macrae', text: 'My ninety agree with her.' }],
    },
    {
      text: 'Elk on the trail. We both pretended we’d been about to turn round anyway.',
      isLoved: true,
    },
    {
      text: 'Fourteen miles and I thought about a hinge the whole way. Came home and it worked. #SlowRun',
    },
    {
      text: 'Broke the good hammer. Re-handled it with ash from a hockey stick. It hits a little angrier now.',
      replies: [{ by: 'kwame_boadi', text: 'Let it rest a week, it’ll forget the hockey.' }],
    },
    {
      text: 'Milky Way all the way down to the rocks tonight. Turned the headlamp off for the last mile and let my feet remember it.',
      hoursAgo: 29,
      isLoved: true,
      replies: [{ by: 'arjun_nambiar', text: 'Envy is an ugly word and I am using it.' }],
    },
  ],
};
