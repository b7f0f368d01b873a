/** Where an address is handed to somebody by Telegram and WhatsApp, with a sentence beside it. */
export function shareAddresses(address: string, sentence: string): { telegram: string; whatsapp: string } {
  const url = encodeURIComponent(address)
  const text = encodeURIComponent(sentence)
  return {
    telegram: `https://t.me/share/url?url=${url}&text=${text}`,
    whatsapp: `https://wa.me/?text=${text}%20${url}`,
  }
}
