// pcg_reference.cpp: outputs of the PCG author's own C++ library, to compare ours with (tests/engine/test_rng.c).
#include <cstdint>
#include <pcg_random.hpp>

extern "C" void pcg_reference_outputs(uint64_t seed, uint64_t stream, uint32_t *outputs, uint32_t count)
{
    pcg32 generator(seed, stream);
    for (uint32_t i = 0; i < count; i++) {
        outputs[i] = generator();
    }
}
