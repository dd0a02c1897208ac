import type { Persona } from '../persona.ts';

export const jun: Persona = {
  username: 'jun_dima',
  fullName: 'Jun Dimaculangan',
  bio: 'Night nurse in Cebu. Runs when the sun comes up, sleeps when you have lunch. Kumain ka na?',
  joined: 138,
  interests: ['running', 'night', 'neighbourhood'],
  posts: [
    {
      text: '3 a.m., ward 4. Everyone asleep except for Mr. Reyes, who wants to know who won the game in 1985. I looked it up. He was right to be angry.',
      isLoved: true,
      replies: [{ by: 'grace_whitlock', text: 'Bless you for looking it up.' }],
    },
    {
      text: 'Night shift food pyramid: coffee, crackers, other people’s birthday cake. #NightShift',
      isLoved: true,
      replies: [
        { by: 'amara_okafor', text: 'I can’t read this without putting a pot on. Address?' },
      ],
    },
    {
      text: 'Ran home after the shift. The street sweepers cheer me each morning as if it were a marathon. I’ve started to raise my arms.',
      isLoved: true,
      replies: [
        { by: 'seun_bako', text: 'Arms up is mandatory. Club rule four.' },
        { by: 'claudette_n', text: 'I sprint past the bakers for the same reason.' },
      ],
    },
    {
      text: 'Things said by people waking up from anaesthesia this week: “is it Friday”, “I love the ceiling”, “tell the goats I’m sorry”.',
      replies: [{ by: 'seun_bako', text: 'The goats accept.' }],
    },
    {
      text: 'Slept four hours between two karaoke neighbours. I now know all of one song, from both sides.',
    },
    {
      text: 'Lost a patient tonight whom I liked very much. She’d taught me to fold paper cranes during the long hours. There are six on my desk now. I’ll make the seventh after I’ve slept.',
      audience: 'followers',
      replies: [{ by: 'seun_bako', text: 'I’m sorry, Jun. Run slowly tomorrow, or don’t.' }],
    },
    {
      text: 'For the people who ask how anyone stays awake: you don’t stay awake, you get woken up, over and over, by being needed. At two it’s a drip. At three it’s somebody’s mother on the phone from Dubai, who wants to hear that he’s breathing, so you hold the phone near him. At four it’s yourself, in the window, looking like your uncle. At five the first jeepney. And at six the sky does that thing over the harbour, for free, and you run home under it. #NightShift',
      hoursAgo: 86,
      isLoved: true,
      replies: [
        { by: 'grace_whitlock', text: 'Read twice. Thank you for holding the phone, dear.' },
        { by: 'ailsa_macrae', text: 'Getting woken by being needed. Aye.' },
      ],
    },
    {
      text: 'Quiet night, knock on wood. @ibrahim_ustun your tram light, my corridor light, somebody’s kitchen light. We’re a constellation. #NightTrain',
      hoursAgo: 18,
      isLoved: true,
      replies: [
        { by: 'arjun_nambiar', text: 'As the telescope person I declare it official.' },
        { by: 'ibrahim_ustun', text: 'Name it the Late Shift.' },
      ],
    },
    {
      text: 'Bench in the corridor of ward 4: steel, cold, screwed to the floor. Somebody has put a knitted cover over it. Nobody saw who. #BenchCount',
      hoursAgo: 4,
      isLoved: true,
      replies: [
        {
          by: 'grace_whitlock',
          text: 'I send my regards to whoever it was. I have a suspicion about who taught her.',
        },
      ],
    },
  ],
};
