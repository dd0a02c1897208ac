import type { Persona } from '../persona.ts';

export const zainab: Persona = {
  username: 'zainab_qureshi',
  fullName: 'Zainab Qureshi',
  bio: 'Hand-painted signs of Lahore, before they go. چائے، دیوار، قلم۔ Designer, walker, tea drinker.',
  joined: 206,
  interests: ['letters', 'film', 'press', 'walking'],
  posts: [
    {
      text: 'A barber’s sign from 1971, three layers of paint, and under the scissors you can still read “poetry lessons”. I asked him. “Also,” he said. #Signs',
      isLoved: true,
      replies: [
        { by: 'youssef_haddad', text: 'Also!' },
        { by: 'farida_books', text: 'A haircut and a ghazal, please.' },
      ],
    },
    {
      text: 'دیواروں پر لکھنے والے ہاتھ اب کم رہ گئے ہیں۔ آج استاد نے برش تھمایا، اور کہا: پہلے سیدھی لکیر، باقی عمر بعد میں۔',
      isLoved: true,
    },
    {
      text: 'Tea no. 4. The sign across the road says FRESH JUICE in letters so fresh that I’m not sure about the juice.',
    },
    {
      text: 'The sign painter says: never measure a letter, measure the space it leaves for its neighbour.',
      isLoved: true,
      replies: [
        { by: 'mateus_figueira', text: 'He could design benches.' },
        { by: 'noa_clay', text: 'A bowl is the same. You make the inside.' },
      ],
    },
    {
      text: 'Documented 400 signs so far. 61 are gone since I began. One was painted over while I was loading film. I took the picture of the man with the roller, he was proud of his work too.',
      isLoved: true,
      replies: [{ by: 'takumi_mori', text: 'That is the picture.' }],
    },
    {
      text: 'Rickshaw poetry, translated: “Don’t look at me with love, the brakes are weak.”',
      isLoved: true,
      replies: [
        { by: 'ibrahim_ustun', text: 'I want this on the tram.' },
        { by: 'claudette_n', text: 'Painted on the cargo bike by tonight.' },
      ],
    },
    {
      text: 'All 400, on a map, with the ones that are gone in grey: https://signs.example.org/lahore',
      isEdited: true,
    },
    {
      text: '36 frames, walled city, only signs. On frame 20 a boy asked me what I was reading. Everything, I said. He read it to me. #OneRoll',
      hoursAgo: 10,
      isLoved: true,
      replies: [
        {
          by: 'takumi_mori',
          text: 'You have made the best roll of the day and it isn’t developed yet.',
        },
      ],
    },
  ],
};
