import type { Persona } from '../persona.ts';

export const sanna: Persona = {
  username: 'sanna_leh',
  fullName: 'Sanna Lehtovaara',
  bio: 'Allotment no. 47, Tampere. Potatoes, peas, patience. Sauna on Saturdays and also on the other days.',
  joined: 333,
  interests: ['garden', 'cooking', 'walking'],
  isHub: true,
  posts: [
    {
      text: 'The man on plot 46 talks to his beans. I talk to mine too, but only in my head, like a civilised person. His are taller.',
      isLoved: true,
      replies: [
        { by: 'amara_okafor', text: 'Say it out loud, Sanna.' },
        {
          by: 'sanna_leh',
          text: 'Day two: I said “well then” to them. It felt like a lot.',
          replies: [{ by: 'bert_vdp', text: 'For a Finn that is a marriage proposal.' }],
        },
      ],
    },
    {
      text: 'Compost report: 58 degrees in the middle. I went out at midnight to check, in my nightgown, with a meat thermometer. #Allotment',
    },
    { text: 'You can’t hurry a garlic. I tried, I pulled one. It looked at me.' },
    {
      text: 'Swapped: 4 kg of potatoes for one bicycle bell, a jar of cloudberries and the loan of a grandson to dig. Market economies are overrated.',
      isLoved: true,
      replies: [
        { by: 'claudette_n', text: 'The bell alone is worth two kilos.' },
        {
          by: 'rosa_quispe',
          text: '¿Qué papas?',
          replies: [
            { by: 'sanna_leh', text: 'Puikula, small and yellow, shaped like a finger.' },
            { by: 'rosa_quispe', text: 'Prima lejana de las mías. Salúdala.' },
          ],
        },
      ],
    },
    {
      text: 'The hedgehog is back under the shed. I have cancelled everything that makes noise, including my brother. #Allotment',
      isLoved: true,
      replies: [
        { by: 'wren_ashdown', text: 'All our love to the hedgehog. And some to the brother.' },
      ],
    },
    {
      text: 'Three ways to know that it’s time to water:\n1. finger in the earth\n2. the leaves at noon\n3. my neighbour standing at the fence, saying “dry”',
      replies: [{ by: 'tomas_hrubec', text: 'Number 3 works in all of Europe.' }],
    },
    {
      hoursAgo: 7 * 24,
      text: 'I planted the L-shaped beds, 1 + 3 + 5 + 7, as in the story of @kavita_joshi. Sixteen squares. Seen from the sauna roof it is perfectly clear. My mother asked what it was and I said “a proof”.',
      isLoved: true,
      replies: [
        { by: 'kavita_joshi', text: 'She saw your photo today and said “it needs a 9”.' },
        { by: 'elio_rossetti', text: 'Q.E.D., quod erat digging.' },
      ],
    },
    { text: 'Slugs: 40. Me: 1, with a torch and no illusions. #Allotment' },
    {
      text: 'Seed list for the swap is here, take what you like and bring what you have too much of: https://plot47.example.org/seeds',
      isEdited: true,
    },
    {
      text: 'Everything I know about growing things fits into one post. Put it in later than you want to. Water less often, and more. Thin them, even though it hurts. Whatever the neighbour says is true for the neighbour. Something will be eaten; plant that one double. Write down what you did, because in spring you’ll believe you remember. And sit down once a day with your hands empty, on the step, and look. That’s the only part that I’m good at. #Allotment',
      hoursAgo: 98,
      isLoved: true,
      replies: [
        {
          by: 'minh_chau',
          text: '“Whatever the neighbour says is true for the neighbour” goes for broth as well.',
        },
      ],
    },
    {
      text: 'Potato soup with too much dill, eaten on the step. Nobody asked, but I’m telling you: there is no such thing as too much dill. #SoupNight',
      hoursAgo: 14,
      replies: [
        { by: 'yegor_lapin', text: 'Подтверждаю.' },
        { by: 'amara_okafor', text: 'On the fridge list with a small star.' },
      ],
    },
  ],
};
