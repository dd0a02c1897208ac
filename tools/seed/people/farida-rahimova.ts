import type { Persona } from '../persona.ts';

export const farida: Persona = {
  username: 'farida_books',
  fullName: 'Farida Rahimova',
  bio: 'A bookshop of 22 square metres in Tashkent, with a samovar. Советую книги по настроению. Russian, Uzbek, English.',
  joined: 320,
  interests: ['books', 'press', 'letters', 'cooking'],
  isHub: true,
  posts: [
    {
      text: 'A customer asked for “something where nothing happens, but well”. We have a whole shelf.',
      isLoved: true,
      replies: [
        {
          by: 'wren_ashdown',
          text: 'My favourite reader. Did you ask for their hand in marriage?',
        },
        { by: 'takumi_mori', text: 'I would like to buy the shelf.' },
      ],
    },
    {
      text: 'Сегодня мужчина купил словарь и попросил завернуть в подарок. «Кому?» — «Себе. Мне семьдесят, пора узнать остальные слова».',
      isLoved: true,
      replies: [{ by: 'yegor_lapin', text: 'Начать с «я»?' }],
    },
    {
      text: 'The samovar is on. Whoever reads one page aloud gets tea. It’s not a promotion, it’s a heating system.',
    },
    {
      text: 'Shelf order in my shop: by the hour at which the book should be read. People complain until 11 at night, then they find everything.',
      isLoved: true,
      replies: [
        {
          by: 'wren_ashdown',
          text: 'I’m bringing this up at the next cataloguing meeting, and I’m going to be asked to leave.',
        },
      ],
    },
    {
      text: 'A child read the end of a novel first and said, “good, they’re alive, now I can look at the garden.” I have never heard a better theory of reading.',
      isLoved: true,
    },
    {
      text: 'Дождь. Ни одного покупателя. Перечитала письма из коробки «не продавать».',
      audience: 'followers',
      replies: [
        {
          by: 'amara_okafor',
          text: 'Is it a good box?',
          replies: [{ by: 'farida_books', text: 'The best one in the shop.' }],
        },
      ],
    },
    {
      text: 'Plov for the whole lane on the day the shop turned nine. 12 kilos of carrots, cut by eleven people and one poet. The poet’s pieces were uneven and everybody said so.',
      replies: [
        { by: 'amara_okafor', text: 'Twelve kilos! My kind of arithmetic.' },
        { by: 'minh_chau', text: 'Poets should only be given the garlic.' },
      ],
    },
    {
      text: 'The book most often stolen from my shop is a small one about honesty. I keep ordering it.',
      isLoved: true,
      replies: [{ by: 'elio_rossetti', text: 'It clearly works slowly.' }],
    },
    {
      text: 'Our list of the year, nine books, no stars, only reasons: https://samovar.example.org/nine',
      isEdited: true,
    },
    {
      text: 'A man came in with a list of the books he had given away in his life and now wanted back. Forty-one titles, beside each one a name. We found thirty. For the rest I said: why not ask the people? He thought about that for a whole glass of tea. Today he came again, with one of the eleven, and with the woman he’d lent it to in 1977. They didn’t buy anything. They sat by the samovar and argued about the ending until I closed. Best day of the year so far, sales: zero.',
      hoursAgo: 40,
      isLoved: true,
      replies: [
        { by: 'bert_vdp', text: 'I would have delivered the other ten by hand.' },
        { by: 'youssef_haddad', text: 'ما أجمل هذا.' },
      ],
    },
    {
      text: 'Waiting for “Corrections” from Amman and Gdańsk. I have cleared the window. A window with nothing but benches in it. #SmallPress',
      hoursAgo: 4,
      replies: [{ by: 'mateus_figueira', text: 'I am going to need a bench to sit down on.' }],
    },
  ],
};
