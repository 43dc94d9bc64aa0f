export function isPrime(number: number): boolean {
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false;
  return true;
}
