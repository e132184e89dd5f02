"""Straight lines through figures."""

from dataclasses import dataclass


def means(points, count):
    """Of each `count` pairs of minutes and values that follow each other; those left over at the start
    are not counted. Minutes next to each other are too much alike for the error of a slope."""
    first = len(points) % count
    groups = [points[place:place + count] for place in range(first, len(points), count)]
    return [tuple(sum(figures) / count for figures in zip(*group)) for group in groups]


@dataclass
class Slope:
    """Least squares: by how much it grows in an hour, and the standard error of that."""

    of_an_hour: float
    error: float
    mean: float

    @classmethod
    def through(cls, points):
        """Of pairs of minutes and values, three at least."""
        count = len(points)
        middle = sum(x for x, _ in points) / count
        mean = sum(y for _, y in points) / count
        width = sum((x - middle) ** 2 for x, _ in points)
        slope = sum((x - middle) * (y - mean) for x, y in points) / width
        rest = sum((y - mean - slope * (x - middle)) ** 2 for x, y in points)
        return cls(60 * slope, 60 * (rest / (count - 2) / width) ** 0.5, mean)

    def exceeds(self, bound):
        """Whether it grows by more than the bound, the error being doubled in its favour."""
        return self.of_an_hour - 2 * self.error > bound

    def __str__(self):
        return f"{self.of_an_hour:+.1f} ± {self.error:.1f}"
