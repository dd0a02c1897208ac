import type { Persona } from '../persona.ts';

export const mateus: Persona = {
  username: 'mateus_figueira',
  fullName: 'Mateus Figueira',
  bio: 'Counting the public benches of Porto, one street at a time. Ex-surveyor. A city is a place where you may sit down.',
  joined: 431,
  interests: ['benches', 'neighbourhood', 'film', 'trains'],
  isHub: true,
  posts: [
    {
      text: 'Bench 1,204: granite, no back, view of a wall. Occupied by two men discussing whether it is comfortable. They have been at it, they say, since the spring. #BenchCount',
      isLoved: true,
      replies: [
        {
          by: 'elio_rossetti',
          text: 'And the verdict?',
          replies: [{ by: 'mateus_figueira', text: 'Adjourned.' }],
        },
      ],
    },
    {
      text: 'How to judge a bench:\n1. Can you get up from it at eighty?\n2. Is there something to look at?\n3. Is there shade at three o’clock?\n4. Can two people not talk on it?\n\nMost fail the fourth. It is too short or too grand for it.',
      isLoved: true,
      replies: [
        {
          by: 'kwame_boadi',
          text: 'Seat height 45 cm, arms you can push on. It costs nothing to do it right, the timber is the same.',
        },
        { by: 'ines_alvarado', text: 'Number four is poetry and I’m stealing it.' },
        { by: 'bert_vdp', text: '5. Can you put a bag of letters beside you?' },
      ],
    },
    {
      text: 'The council’s own register says 2,310 benches. I have walked 61% of the streets and found 1,204. Either the rest of the city is nothing but benches, or the register is a hope.',
      replies: [
        { by: 'zainab_qureshi', text: 'I want “the register is a hope” on a banner.' },
        {
          by: 'arjun_nambiar',
          text: 'Give us the numbers by district, I’ll make you a chart.',
          replies: [{ by: 'mateus_figueira', text: 'Sent! 43 rows and a coffee stain.' }],
        },
      ],
    },
    {
      text: 'A bench with an armrest in the middle is a bench that somebody had a meeting about.',
      isLoved: true,
      replies: [{ by: 'noa_clay', text: 'And nobody at that meeting was tired.' }],
    },
    {
      text: 'Today I was asked by a police officer what I was doing on my knees measuring a bench. I explained. He showed me two more round the corner that I’d missed.',
    },
    {
      text: 'For those asking how to count in your own town: a notebook, a tape, comfortable shoes. Write down where, what of, how long, whether broken, and who was on it. Form here: https://benches.example.org/how-to',
      replies: [
        {
          by: 'claudette_n',
          text: 'Started in my quarter. Eleven, of which nine are the low wall outside the bakery. Does a wall count?',
          replies: [{ by: 'mateus_figueira', text: 'If people sit, it counts. Mark it W.' }],
        },
        { by: 'leilani_kahale', text: 'Do tree roots count?' },
      ],
    },
    {
      text: 'My knees would like it recorded that the east side of the river is uphill in both directions.',
    },
    {
      text: 'Met a woman who paid for a bench in her sister’s name. The plate says only: “She always wanted to stop here.” I stopped there.',
      isLoved: true,
      replies: [
        { by: 'grace_whitlock', text: 'Oh.' },
        { by: 'farida_books', text: 'Seven words, a whole biography.' },
      ],
    },
    {
      text: 'Public meeting last night. Forty people came about parking, one about benches (me). At the end eleven people were about benches.',
      replies: [{ by: 'amara_okafor', text: 'That is a better harvest than the allotment.' }],
    },
    {
      text: 'Correction to bench 877: it is not missing. It was inside a hairdresser’s. She has agreed to lend it back to the square on dry days.',
      isEdited: true,
      isLoved: true,
      replies: [
        {
          by: 'ewa_mazurek',
          text: 'Please let me print the collected corrections. A5, stapled, fifty copies.',
        },
        { by: 'youssef_haddad', text: 'I’ll take five for the shop.' },
      ],
    },
    {
      text: 'Bench 1,300 today. I brought a cake and sat on it. On the bench. Strangers took cake.',
    },
    {
      hoursAgo: 8 * 24,
      text: 'Long answer to a short question (“why benches?”): My father delivered gas bottles. There were four places on his route where he could sit for two minutes, and he knew them like other people know churches. When the third one went he did not say anything, but he changed the route. I was nine. A map of where people may rest is a map of who the city thinks about. That’s all. I measure because nobody listens to a man who is merely sad about a bench, but they do listen to a table with 2,310 rows.',
      isLoved: true,
      replies: [
        {
          by: 'ibrahim_ustun',
          text: 'I drive past four stops where the shelter is only for show. I’ll write them down for you.',
        },
        {
          by: 'kavita_joshi',
          text: 'I read this aloud to class 9. Now they are counting the benches of the school. Thank you.',
          replies: [
            { by: 'mateus_figueira', text: 'Kavita! How many?' },
            { by: 'kavita_joshi', text: 'Six, and one very disputed log.' },
          ],
        },
        {
          by: 'lena_brandt',
          text: 'Reading this at the repair café. Three of us offered to fix any bench within tram distance.',
        },
      ],
    },
    {
      text: 'Chart by @arjun_nambiar is up: benches per thousand people, by district. The hill quarter has 0.4. The square in front of the bank has 31.',
      hoursAgo: 30,
      replies: [{ by: 'dylan_yazzie', text: '31! Do they have a shift system?' }],
    },
    {
      text: 'International day of sitting down, declared by nobody, is today. Post a bench. Where it is, what it’s made of, who was on it. I will count them all. #BenchCount',
      hoursAgo: 15,
      isLoved: true,
      replies: [
        {
          by: 'fionnuala_k',
          text: 'Fish box, upturned, end of the pier. On it: Colm, and his opinions.',
        },
        { by: 'sanna_leh', text: 'Sauna bench. Aspen. On it: everyone, eventually.' },
        {
          by: 'tomas_hrubec',
          text: 'A hide by the reeds, one plank, on it one frozen man with a telescope (me).',
        },
      ],
    },
    {
      text: '57 benches from 14 countries so far. A tree trunk in Hilo is winning. Keep going, I have a fresh pencil. #BenchCount',
      hoursAgo: 3,
      replies: [{ by: 'leilani_kahale', text: 'The trunk says thank you.' }],
    },
  ],
};
